let t=0;const o=o=>(t+=1,(o/1e3).toFixed(1)+" km");o.count=()=>t;export{o as f};
